export type RoomEmoji = { id: string; shortcode: string; url: string; owned: boolean; price: { amount: number } }

type RoomTextProps = {
  text: string
  lang?: string | undefined
  emojiIds: readonly string[]
  emojis: readonly RoomEmoji[]
  /** A paragraph of its own unless said otherwise. */
  as?: 'p' | 'span'
}

const named = /(:[a-z0-9_]{2,32}:)/

/** A text with pictures for the names of its emoji (rule: room-emoji). */
export function RoomText({ text, lang, emojiIds, emojis, as: Whole = 'p' }: RoomTextProps) {
  const shown = new Map(
    emojis.filter(({ id }) => emojiIds.includes(id)).map((emoji) => [`:${emoji.shortcode}:`, emoji]),
  )
  const bySign = text.split(named).map((piece, at) => ({ piece, at, emoji: shown.get(piece) }))
  const unnamed = [...shown.values()].filter(({ shortcode }) => !text.includes(`:${shortcode}:`))
  return (
    <Whole class="saying" dir="auto" lang={lang}>
      {bySign.map(({ piece, at, emoji }) => (emoji ? <Emoji key={at} emoji={emoji} /> : piece))}
      {unnamed.map((emoji) => (
        <Emoji key={emoji.id} emoji={emoji} />
      ))}
    </Whole>
  )
}

const Emoji = ({ emoji: { url, shortcode } }: { emoji: RoomEmoji }) => (
  <img class="said-emoji" src={url} alt={`:${shortcode}:`} title={`:${shortcode}:`} width="24" height="24" />
)
