import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Submission } from '../../../src/drop/submission/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import { clock } from '../../lib/clock.ts'
import { Icon } from '../../lib/icon.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { toggle } from '../../player/engine.ts'
import { playing } from '../../player/state.ts'

export type ClipView = Pick<Submission, 'author' | 'caption' | 'clip'>

/** Nothing is loaded from a link. */
export function ClipCard({ author, caption, clip }: ClipView) {
  const name = caption === '' ? say('A clip by {displayName}', { displayName: author.displayName }) : caption
  return (
    <div class="clip">
      {clip.assetId === null ? <LinkedClip url={clip.url} /> : <OwnPlayer clip={clip} name={name} />}
      <p class="caption" dir="auto">
        {name}
      </p>
      <p class="mono">
        <a href={`/@${author.handle}`}>@{author.handle}</a>
        {clip.durationSec !== null && ` · ${clock(clip.durationSec)}`}
      </p>
    </div>
  )
}

function LinkedClip({ url }: { url: string }) {
  const { host } = new URL(url)
  return (
    <a class="elsewhere coupon" href={url} rel="noopener noreferrer nofollow ugc" target="_blank">
      <Icon name="share" />
      <span>{inParts(say('Watch it on <b>{host}</b>', { host }), { b: (text) => <b>{text}</b> })}</span>
    </a>
  )
}

/** Never two sounds at once: the deck stops when a clip begins. */
const stopDeck = () => {
  if (playing.value) toggle()
}

function OwnPlayer({ clip, name }: { clip: ClipView['clip']; name: string }) {
  // Below a page lie clips that few scroll to: their pictures come once this island is awake.
  const isNear = useSignal(false)
  useEffect(() => {
    isNear.value = true
  }, [])
  if (clip.contentType?.startsWith('audio/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: its sender wrote none
      <audio controls preload="none" src={clip.url} aria-label={name} onPlay={stopDeck} />
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: its sender wrote none
    <video
      controls
      playsInline
      preload={isNear.value ? 'metadata' : 'none'}
      // Phones show a picture only of a place that they are asked for.
      src={`${clip.url}#t=0.01`}
      width={clip.width ?? undefined}
      height={clip.height ?? undefined}
      aria-label={name}
      onPlay={stopDeck}
    />
  )
}
