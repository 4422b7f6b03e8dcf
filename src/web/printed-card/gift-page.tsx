import { directionOf } from '../../lib/language/languages.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import type { ShownCasset } from '../../shop/guest/shown-casset.ts'
import { BareHead } from '../document/bare-head.tsx'
import { Front, Spine } from './art.tsx'

export type GiftCardProps = {
  casset: ShownCasset
  /** The giver's words; null for none. */
  message: string | null
  url: string
  code: string
  sheets: readonly string[]
  script: string
}

/** A gift to hand over: the art of its casset, its link as a code, the giver's words. */
export function GiftCardPage({ casset, message, url, code, sheets, script }: GiftCardProps) {
  const { name, artist, cover } = casset
  const language = currentLanguage()
  return (
    <html lang={language} dir={directionOf(language)}>
      <BareHead title={say('A gift for you: {name}', { name })} url={url} sheets={sheets} script={script} />
      <body>
        <header>
          <h1>{say('A card for your gift')}</h1>
          <p>
            {say(
              'Print it in landscape on A4 or Letter, at its real size (100 %), with background graphics. Cut along the outer line, fold along the dashed ones.',
            )}
          </p>
          <p>{say('Whoever scans the code first can take the gift, so hand the card to nobody else.')}</p>
          <p>
            <button type="button" class="print needs-js">
              {say('Print')}
            </button>
          </p>
        </header>
        <main aria-label={say('The card')}>
          <div class="card gift">
            <Spine name={name} artist={artist} cover={cover} />
            <Front name={name} artist={artist} cover={cover} />
            <section class="panel" aria-label={say('Inside')}>
              <h2>{say('For you')}</h2>
              {message !== null && (
                <p class="words" dir="auto" data-length={message.length > 200 ? 'long' : undefined}>
                  {message}
                </p>
              )}
              <div
                class="code"
                role="img"
                aria-label={say('Code with the link of the gift')}
                dangerouslySetInnerHTML={{ __html: code }}
              />
              <p>{say('Scan it, and the music is yours.')}</p>
              <p class="mono">{url.replace(/^https?:\/\//, '')}</p>
            </section>
          </div>
        </main>
      </body>
    </html>
  )
}
