/** The whole way by a teacher's link; the pay page goes on where the sign-up ends. */
export const SIGN_UP_STEPS = ['Sign up', 'Verify email', 'Code or card', 'Done']
