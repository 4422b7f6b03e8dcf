import { inParts } from '../../../../public/lib/in-parts.tsx'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { rhythmSum } from '../../../lib/money/rhythm-sum.ts'
import { gap } from '../../../lib/text/gap.ts'
import type { Media } from '../../parts/tape-view.ts'
import type { EmojiView, Extras } from '../../parts/visitor-state.ts'

const shownAtOnce = 16

type TraySectionProps = { media: Media; tray: Extras; priceNote: string | null }

export function TraySection({
  media: { casset, members, viewer, support = [] },
  tray: { canTip, emojis },
  priceNote,
}: TraySectionProps) {
  if (viewer.owner) return <OwnEmoji emojis={emojis} />
  const [least] = support
  if (!canTip && emojis.length === 0) return null
  return (
    <section class="tray" aria-labelledby="tray">
      <h2 id="tray">{emojis.length > 0 ? say('Emoji') : say('Tip')}</h2>
      {emojis.length > 0 && (
        <>
          <p class="terms">
            {inParts(say('Buy one to use it in the <a>live room</a>.'), {
              a: (text) => <a href={`/@${casset.slug}/sideb`}>{text}</a>,
            })}
          </p>
          <EmojiList slug={casset.slug} emojis={emojis} />
        </>
      )}
      {priceNote !== null && emojis.some(({ owned, price }) => !owned && price.amount > 0) && (
        <p class="mono" dir="auto">
          {priceNote}
        </p>
      )}
      {canTip && (
        <a class="key" href={`/checkout/${casset.slug}/tip`}>
          {members ? say('Tip the artists') : say('Tip the artist')}
        </a>
      )}
      {canTip && least && (
        <a class="key" href={`/checkout/${casset.slug}/support`}>
          {viewer.supports
            ? say('You support this artist')
            : say('Support from {sum}', { sum: rhythmSum(least.least, least.rhythm) })}
        </a>
      )}
    </section>
  )
}

const OwnEmoji = ({ emojis }: { emojis: readonly EmojiView[] }) => (
  <section class="tray" aria-labelledby="tray">
    <h2 id="tray">{say('Emoji')}</h2>
    {emojis.length > 0 && (
      <ul>
        {emojis.slice(0, shownAtOnce).map((emoji) => (
          <li key={emoji.id}>
            <Picture emoji={emoji} />
          </li>
        ))}
      </ul>
    )}
    <p class="terms">
      {emojis.length > 0
        ? say('{pictures, plural, one {# picture} other {# pictures}} on offer here.', { pictures: emojis.length })
        : say('Emoji that your fans can buy.')}
      {gap()}
      <a href="/studio/emoji">{say('Your emoji')}</a>
    </p>
  </section>
)

function EmojiList({ slug, emojis }: { slug: string; emojis: readonly EmojiView[] }) {
  const rest = emojis.slice(shownAtOnce)
  return (
    <>
      <Row slug={slug} emojis={emojis.slice(0, shownAtOnce)} />
      {rest.length > 0 && (
        <details class="fold">
          <summary>{say('{rest} more ## emoji that are folded away', { rest: rest.length })}</summary>
          <Row slug={slug} emojis={rest} />
        </details>
      )}
    </>
  )
}

const Row = ({ slug, emojis }: { slug: string; emojis: readonly EmojiView[] }) => (
  <ul>
    {emojis.map((emoji) => (
      <li key={emoji.id} data-owned={emoji.owned ? '' : undefined}>
        {emoji.owned ? (
          <span>
            <Picture emoji={emoji} />
            <span class="mono">
              {inParts(say('yours<span> – :{shortcode}:</span>', { shortcode: emoji.shortcode }), {
                span: (text) => <span class="sr">{text}</span>,
              })}
            </span>
          </span>
        ) : (
          <a href={`/checkout/${slug}/emoji/${emoji.id}`} title={`:${emoji.shortcode}:`}>
            <Picture emoji={emoji} />
            <span class="mono">
              {inParts(
                say('{price}<span> for :{shortcode}:</span>', {
                  price: priceTag(emoji.price),
                  shortcode: emoji.shortcode,
                }),
                { span: (text) => <span class="sr">{text}</span> },
              )}
            </span>
          </a>
        )}
      </li>
    ))}
  </ul>
)

const Picture = ({ emoji: { url } }: { emoji: EmojiView }) => (
  <img src={url} alt="" width="32" height="32" loading="lazy" decoding="async" />
)
