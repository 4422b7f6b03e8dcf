import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { type SiteConfig, signatureOf } from '../../platform/setting/site-config.ts'
import { optional, page } from '../page.tsx'

const path = '/accessibility'

/** The ways that `bun run soak ears` walks by a screen reader; it has to walk each of them. */
const testedWays = () => ({
  find: say('finding a casset'),
  hear: say('hearing a preview, and moving in it'),
  buy: say('buying without an account, after a mistake and a declined card'),
  download: say('downloading what was bought'),
  comment: say('writing a comment'),
  'sign in': say('signing in, after a wrong password'),
  upload: say('uploading a track'),
  publish: say('publishing a casset'),
  room: say('following the comments of a live room'),
  search: say('searching'),
})

export type TestedWay = keyof ReturnType<typeof testedWays>

/** `/accessibility`: what was tested of the program, and what was not. */
export const accessibilityRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: optional }, () => ({
    head: {
      title: say('Accessibility'),
      description: say('How this site is used by ear and by keys.'),
      path,
      sheet: 'forms',
    },
    main: <Statement site={signatureOf(ctx)} config={ctx.config.site} />,
  }))

const Statement = ({ site, config }: { site: string; config: SiteConfig }) => (
  <main id="main" class="world guide legal wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Accessibility')}</h1>
      <p>
        {say(
          '{site} runs on Tapedeck, which aims at the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA. This page says what was tested of that program, and nothing else.',
          { site },
        )}
      </p>
      <h2>{say('What is tested')}</h2>
      <p>{say('With the screen reader Orca 43 and Firefox, without a mouse:')}</p>
      <ul>
        {Object.entries(testedWays()).map(([way, text]) => (
          <li key={way}>{text}</li>
        ))}
      </ul>
      <p>
        {say(
          'Every page is looked at by a program (axe) in light and dark, at a width of 320 pixels, magnified twofold and in forced colours.',
        )}
      </p>
      <h2>{say('What is not tested')}</h2>
      <p>{say('The screen readers NVDA, JAWS, VoiceOver and TalkBack, braille displays, and control by voice.')}</p>
      <h2>{say('What is missing')}</h2>
      <ul>
        <li>
          {say(
            'Titles of music are marked with their language on the page of an artist who said it, and elsewhere not, so a screen reader may pronounce them wrongly.',
          )}
        </li>
        <li>{say('Music has words to read only where its artist wrote them down.')}</li>
        <li>{say('Clips have no captions and no description of what they show.')}</li>
      </ul>
      <h2>{say('When something does not work')}</h2>
      <p>
        {config.contactEmail !== null
          ? inParts(say('Write to <a></a>, and say on which page it was and with what you read it.'), {
              a: () => <a href={`mailto:${config.contactEmail}`}>{config.contactEmail}</a>,
            })
          : config.imprint !== null
            ? inParts(say('Write to those who are named in the <a>imprint</a>, and say on which page it was.'), {
                a: (text) => <a href="/imprint">{text}</a>,
              })
            : say('This site names nobody to write to yet.')}
      </p>
    </article>
  </main>
)
