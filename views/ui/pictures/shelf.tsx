import { Picture } from './picture.tsx'

/** A shelf with room for one more book, or with all of them. */
export const Shelf = ({ full = false }: { full?: boolean }) => (
  <Picture>
    <path className="tone-primary" d="M30 38H44V86H30z" />
    <path className="tone-card" d="M44 30H60V86H44z" />
    <path d="M49 42H55M49 50H55" />
    {full ? <path className="tone-primary" d="M66 86V38H84V86z" /> : <path className="missing" d="M68 86V38H84V86" />}
    <path className="tone-accent" d="M96 84 108 38 122 42 111 86z" />
    <path className="tone-ok" d="M122 52H134V86H122z" />
    <path className="tone-card" d="M18 86H142V94H18z" />
    <path d="M34 94V104M126 94V104" />
  </Picture>
)
