import { Picture } from './picture.tsx'

/** An hourglass and a cup: time that has run out, or that still runs. */
export const Hourglass = ({ runs = false }: { runs?: boolean }) => (
  <Picture>
    <path className="tone-card" d="M56 26C56 46 74 48 74 57S56 68 56 88H100C100 68 82 66 82 57S100 46 100 26z" />
    {runs && <path className="tone-accent" d="M63 42H93C90 48 82 50 78 55 74 50 66 48 63 42z" />}
    {runs && <path d="M78 58V72" />}
    <path
      className="tone-accent"
      d={runs ? 'M62 88C63 80 71 74 78 74S93 80 94 88z' : 'M59 88C60 74 69 68 78 68S96 74 97 88z'}
    />
    <path className="tone-primary" d="M48 17H108V26H48zM48 88H108V97H48z" />
    <path d="M16 97H146" />
    <path className="tone-card" d="M118 74H138V90a7 7 0 0 1-7 7H125a7 7 0 0 1-7-7z" />
    <path d="M138 79h3a5 5 0 0 1 0 11h-3M125 65c-4-4 4-7 0-12M132 65c-4-4 4-7 0-12" />
    <path className="tone-ok" d="M34 97C34 84 28 77 19 74 18 86 24 95 34 97z" />
    <path className="tone-ok" d="M34 97C33 82 36 72 43 66 48 78 45 90 34 97z" />
  </Picture>
)
