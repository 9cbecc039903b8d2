import { route } from '@react-router/dev/routes'

export default [route('lti/pay', 'routes/pay.jsx')]
