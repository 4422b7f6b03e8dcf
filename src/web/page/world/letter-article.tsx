import { Day } from '../../../../public/lib/day.tsx'
import type { LetterPage } from '../../../audience/letter/page/letter-page.ts'
import { say } from '../../../lib/language/say.ts'

export const LetterArticle = ({ letter }: { letter: LetterPage }) => {
  const language = letter.writesIn ?? undefined
  return (
    <article class="jcard letter">
      <header>
        <h1 dir="auto" lang={letter.subject === '' ? undefined : language}>
          {letter.subject || say('Without a subject')}
        </h1>
        <p class="hint">
          <a href={`/@${letter.handle}`}>{letter.artist}</a>
          {letter.sentAt !== null && (
            <>
              {' '}
              · <Day iso={new Date(letter.sentAt).toISOString()} />
            </>
          )}
        </p>
      </header>
      {letter.picture && <img class="letter-picture" src={letter.picture.url} alt={letter.picture.alt} />}
      <div dir="auto" lang={language} dangerouslySetInnerHTML={{ __html: letter.html }} />
    </article>
  )
}
