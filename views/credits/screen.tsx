import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { PageHeader } from '../ui/public-page.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** The license of the pictures and of the hand model, as both ask for it to be shown. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** Names who made the pictures, the hand model and the type, with their licenses. */
export const credits = screen<null>({
  path: paths.credits,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async ({ language }) => page(null, { title: textsIn(language).credits.title, framedBy: { lms: [] } }),
  View: () => {
    const texts = useServerTexts('credits')
    return (
      <div className="wide">
        <PageHeader title={texts.title} about={texts.about} />
        <article className="prose html">
          <h2>{texts.pictures}</h2>
          <p>{texts.picturesText}</p>
          <p>
            {texts.license} <span lang="en">Copyright (c) Microsoft Corporation.</span>
          </p>
          <h2>{texts.hands}</h2>
          <p>{texts.handsText}</p>
          <p>
            {texts.license} <span lang="en">Copyright (c) 2019 Amazon.</span>
          </p>
          <h2>{texts.type}</h2>
          <p>{texts.typeText}</p>
          <h2 lang="en">MIT License</h2>
          {MIT.split('\n\n').map(part => (
            <p key={part} className="soft" lang="en">
              {part}
            </p>
          ))}
        </article>
      </div>
    )
  },
})
