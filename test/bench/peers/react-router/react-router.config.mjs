export default { buildDirectory: 'dist', ssr: true }
