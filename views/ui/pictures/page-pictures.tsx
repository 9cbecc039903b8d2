import type { ReactNode } from 'react'
import type { Season } from '#src/core/rules/business-day.ts'
import { Picture } from './picture.tsx'

export const CardAndReceipt = () => (
  <Picture>
    <path className="tone-card" d="M38 14H90V98L81.300 91 72.700 98 64 91 55.300 98 46.700 91 38 98z" />
    <path d="M49 29H64M49 41H79M49 53H70" />
    <path className="tone-primary" d="M74 58 138 48 144 86 80 96z" />
    <path className="tone-accent" d="M75.500 67 139.500 57 140.800 65.500 76.800 75.500z" />
    <path className="tone-card" d="M122 75 133 73.300 134 80 123 81.700z" />
  </Picture>
)

/** A closed door with a sign of the moon, a lit lamp, and the plant of the open door. */
export const ClosedDoor = () => (
  <Picture>
    <path className="tone-light" d="M24 46 14 94H58L48 46z" />
    <path className="tone-accent" d="M31 31H41L49 46H23z" />
    <path d="M36 31V22H58" />
    <path className="tone-card" d="M58 16H108V98H58z" />
    <path className="tone-primary" d="M65 23H101V98H65z" />
    <path d="M83 34 73 47M83 34 93 47" />
    <path className="tone-card" d="M68 47H98V67H68z" />
    <path className="tone-accent" d="M86 51A6.500 6.500 0 1 0 88.500 61 5.500 5.500 0 0 1 86 51z" />
    <path d="M72 78v5" />
    <path d="M20 98H146" />
    <path className="tone-card" d="M118 80H138L135 98H121z" />
    <path className="tone-ok" d="M128 80C128 66 120 60 110 60 110 72 117 80 128 80z" />
    <path className="tone-ok" d="M128 80C128 62 134 52 144 50 146 66 140 78 128 80z" />
  </Picture>
)

export const Envelope = () => (
  <Picture>
    <path className="tone-primary" d="M32 52 76 24 120 52z" />
    <path className="tone-card" d="M46 18H106V76H46z" />
    <path d="M56 30H82M56 41H96M56 52H90" />
    <path className="tone-accent" d="M32 52 76 80 120 52V100H32z" />
    <path d="M32 100 63 72M120 100 89 72" />
    <path className="tone-primary" d="M128 92 138 46 148 48 138 94z" />
    <path className="tone-card" d="M128 92 131 103 138 94z" />
  </Picture>
)

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

/** A desk lamp over an open book, and the season behind a window. */
export const LampAndBook = ({ season }: { season: Season }) => (
  <Picture>
    <SeasonWindow season={season} />
    <path className="tone-light" d="M48 42 34 98H128L72 30z" />
    <path className="tone-primary" d="M50 66V100c14-3 30-2 40 4 10-6 26-7 40-4V66z" />
    <path className="tone-card" d="M90 70C80 63 66 61 55 63V96c12-2 25 0 35 6z" />
    <path className="tone-card" d="M90 70c10-7 24-9 35-7V96c-12-2-25 0-35 6z" />
    <path d="M64 73c6 0 11 1 17 4M64 83c6 0 11 1 17 4M99 87c6-3 11-4 17-4" />
    <path className="tone-accent" d="M103 66V80l5-4 5 3V63z" />
    <path d="M30 104 22 66 48 34" />
    <path className="tone-primary" d="M18 104H42" />
    <path className="tone-primary" d="M42 40 60 18C70 20 76 27 76 35L46 50C42 48 41 44 42 40z" />
    <circle className="tone-accent" cx="22" cy="66" r="4.5" />
  </Picture>
)

/** A tree behind a window, as it looks in this season. A part of a picture. */
const SeasonWindow = ({ season }: { season: Season }) => (
  <>
    <path className="tone-card" d="M102 12H142V50H102z" />
    {trees[season]}
    <path d="M102 12H142V50H102zM98 50H146" />
  </>
)

const trunk = <path d="M124 50V38" />

const trees: Record<Season, ReactNode> = {
  spring: (
    <>
      {trunk}
      <circle className="tone-ok" cx="124" cy="30" r="10" />
      <path className="bloom" d="M120 27h.1M128 28h.1M123 34h.1M132 43h.1" />
    </>
  ),
  summer: (
    <>
      <path className="tone-accent" d="M102 26A12 12 0 0 0 114 12H102z" />
      {trunk}
      <circle className="tone-ok" cx="125" cy="31" r="11" />
    </>
  ),
  autumn: (
    <>
      {trunk}
      <circle className="tone-accent" cx="124" cy="29" r="10" />
      <path d="M111 36l3 2M135 42l-3 2M112 46l2-1" />
    </>
  ),
  winter: (
    <>
      <path d="M124 50V26M124 40 115 31M124 35 132 27" />
      <path className="snow" d="M110 20h.1M120 18h.1M134 19h.1M109 40h.1M137 38h.1" />
    </>
  ),
}

/** A paper plane on its way, over two clouds. */
export const PaperPlane = () => (
  <Picture>
    <path className="tone-card" d="M24 34a7 7 0 0 1 5-13 10 10 0 0 1 18-2 8 8 0 0 1 7 15z" />
    <path className="missing" d="M56 92C46 102 30 104 22 94S28 74 38 80" />
    <path className="tone-card" d="M136 20 42 54 72 66z" />
    <path className="tone-primary" d="M136 20 72 66 76 90 88 76z" />
    <path className="tone-accent" d="M136 20 84 72 114 84z" />
    <path className="tone-card" d="M100 106a7 7 0 0 1 3-13 11 11 0 0 1 20-3 10 10 0 0 1 13 16z" />
  </Picture>
)

export const Signpost = () => (
  <Picture>
    <path className="tone-card" d="M75 14H85V98H75z" />
    <path className="tone-accent" d="M48 24H104L116 35 104 46H48z" />
    <path className="tone-primary" d="M112 54H56L44 65 56 76H112z" />
    <path d="M58 35H92" />
    <path d="M18 98H144" />
    <path className="tone-ok" d="M122 98C121 88 116 82 108 80 108 90 113 97 122 98z" />
    <path className="tone-ok" d="M122 98C121 84 125 76 133 72 137 84 133 94 122 98z" />
    <path className="tone-card" d="M30 98a9 9 0 0 1 18 0z" />
  </Picture>
)

/** A large and a small mug side by side on a table. */
export const TwoMugs = () => (
  <Picture>
    <path d="M44 44c-5-6 5-9 0-16M58 44c-5-6 5-9 0-16M94 56c-4-5 4-8 0-13" />
    <path d="M30 62H25a9 9 0 0 0 0 19h6M108 72h4a6 6 0 0 1 0 12h-4" />
    <path className="tone-primary" d="M30 54H72V80a10 10 0 0 1-10 10H40a10 10 0 0 1-10-10z" />
    <path className="tone-accent" d="M80 66H108V82a8 8 0 0 1-8 8H88a8 8 0 0 1-8-8z" />
    <path className="tone-card" d="M51 80C43 74 41 70 44 67 47 64 50 66 51 69 52 66 55 64 58 67 61 70 59 74 51 80z" />
    <path className="tone-ok" d="M134 90C134 78 129 72 121 70 121 80 125 88 134 90z" />
    <path className="tone-ok" d="M134 90C133 76 136 67 143 62 148 74 145 84 134 90z" />
    <path className="tone-card" d="M14 90H148V98H14z" />
    <path d="M32 98V106M130 98V106" />
  </Picture>
)

/** A lamp whose cable is not plugged in. */
export const UnpluggedLamp = () => (
  <Picture>
    <path d="M48 100 40 64 62 36" />
    <path className="tone-primary" d="M34 100H62" />
    <path className="tone-card" d="M56 42 74 20C84 22 90 29 90 37L60 52C56 50 55 46 56 42z" />
    <circle className="tone-accent" cx="40" cy="64" r="4.5" />
    <path d="M62 100C78 104 76 82 88 82H94" />
    <path className="tone-accent" d="M94 74H104C108 74 109 78 109 82S108 90 104 90H94z" />
    <path d="M109 78H115M109 86H115" />
    <path className="tone-card" d="M128 66H146V98H128z" />
    <path d="M137 75v4M137 85v4" />
  </Picture>
)
