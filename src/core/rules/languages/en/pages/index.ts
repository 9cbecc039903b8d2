export { default as pay } from './pay.ts'
export { default as ui } from './ui.ts'
