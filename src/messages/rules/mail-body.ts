import type { Language } from '#src/core/rules/language.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'

/** One paragraph of a mail. A code is on its own line, so that people and programs find it. */
export type Part =
  | { is: 'text'; text: string }
  | { is: 'code'; code: string }
  | { is: 'link'; label: string; url: string; isQuiet?: true }
  | { is: 'table'; rows: [name: string, value: string][] }

export interface MailContent {
  language: Language
  subject: string
  parts: Part[]
}

/** Line length below the wrap limit of mail programs, so that plain text is sent unencoded (7bit). */
const WIDTH = 72

const wrapped = (text: string): string => {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      if (line && line.length + word.length >= WIDTH) {
        lines.push(line)
        line = word
      } else line = line ? `${line} ${word}` : word
    }
    lines.push(line)
  }
  return lines.join('\n')
}

const plainPart = (part: Part): string => {
  switch (part.is) {
    case 'text':
      return wrapped(part.text)
    case 'code':
      return part.code
    case 'link':
      return `${part.label}:\n${part.url}`
    case 'table':
      return part.rows.map(([name, value]) => wrapped(`${name}: ${value}`)).join('\n')
    default:
      return part satisfies never
  }
}

/** Renders the plain-text body, paragraphs separated by one blank line. */
export const plainTextBody = ({ parts }: Pick<MailContent, 'parts'>): string => `${parts.map(plainPart).join('\n\n')}\n`

/** Inline styles, because many mail programs drop everything else. Long addresses break, so that a phone shows them whole. */
const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#f6f8f6;color:#10242b;font:18px/1.5 Verdana,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #b9cbc8;border-radius:12px;overflow-wrap:break-word',
  code: 'margin:24px 0;padding:16px;background:#ddebe8;border-radius:8px;text-align:center;font:700 32px/1.2 Consolas,Menlo,monospace;letter-spacing:6px',
  button:
    'display:inline-block;padding:14px 22px;background:#0a5a61;color:#ffffff;border-radius:10px;font-weight:700;text-decoration:none',
  quiet:
    'display:inline-block;padding:12px 20px;border:2px solid #0a5a61;color:#0a5a61;border-radius:10px;font-weight:700;text-decoration:none',
  table: 'width:100%;border-collapse:collapse;table-layout:fixed',
  row: 'padding:8px 12px 8px 0;border-bottom:1px solid #b9cbc8;text-align:left;vertical-align:top;font-weight:400',
}

/** For mail programs that show mail in dark colors. The others keep the light ones. */
const DARK =
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){.page{background:#0d1a1f!important;color:#e9f1ef!important}.card{background:#14262c!important;border-color:#4a5f66!important}.code{background:#1b343a!important}.button{background:#83d3d2!important;color:#0d1a1f!important}.quiet{border-color:#83d3d2!important;color:#83d3d2!important}.row{border-color:#4a5f66!important}}'

const linkPart = ({ label, url, isQuiet }: Extract<Part, { is: 'link' }>): string => {
  const look = isQuiet ? 'quiet' : 'button'
  return `<p><a href="${escapeHtml(url)}" class="${look}" style="${STYLE[look]}">${escapeHtml(label)}</a></p>`
}

const htmlPart = (part: Part): string => {
  switch (part.is) {
    case 'text':
      return `<p>${escapeHtml(part.text).replaceAll('\n', '<br>')}</p>`
    case 'code':
      return `<p class="code" style="${STYLE.code}">${escapeHtml(part.code)}</p>`
    case 'link':
      return linkPart(part)
    case 'table':
      return `<table role="presentation" style="${STYLE.table}">${part.rows
        .map(
          ([n, v]) =>
            `<tr><th class="row" style="${STYLE.row};width:40%">${escapeHtml(n)}</th><td class="row" style="${STYLE.row}">${escapeHtml(v)}</td></tr>`,
        )
        .join('')}</table>`
    default:
      return part satisfies never
  }
}

/** Renders the HTML body. Escapes all text. */
export const htmlBody = ({ language, subject, parts }: MailContent): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head><body class="page" style="${STYLE.page}"><div class="card" style="${STYLE.card}">${parts.map(htmlPart).join('')}</div></body></html>`

/** Returns what a mail gateway takes of a mail. */
export const written = (mail: MailContent) => ({
  subject: mail.subject,
  text: plainTextBody(mail),
  html: htmlBody(mail),
})

/** Builds the sign-in mail. The code is alone on its line. */
export const signInMail = (code: string, supportEmail: string): MailContent => ({
  language: 'en',
  subject: `${code} is your Signbook code`,
  parts: [
    { is: 'text', text: 'Here is your code to log in to Signbook:' },
    { is: 'code', code },
    { is: 'text', text: `It works once, within ${CODE_MS / 60_000} minutes. Only the newest code works.` },
    {
      is: 'text',
      text: `If you did not ask for it, no one has logged in. You can ignore this email. Questions? Write to ${supportEmail}.`,
    },
  ],
})
