import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { pagePath } from '../../src/lib/text/slug.ts'
import { announce } from '../lib/announce.ts'
import { Cassette } from '../lib/cassette.tsx'
import { Icon } from '../lib/icon.tsx'
import { painted } from '../lib/painted.ts'
import { Counter, SeekBar, Volume } from './controls.tsx'
import { next, previous, toggle } from './engine.ts'
import { type DeckParts, Panels } from './panels.tsx'
import { access, current, index, playing, queue } from './state.ts'

/** The player. It is outside the page's content and stays while pages change. */
export default function Deck() {
  const box = useRef<HTMLElement>(null)
  // The press that opens the player is answered first, as drawing it takes a slow phone 100 ms.
  const isOpen = useSignal(false)
  useSignalEffect(() => {
    if (current.value === null) isOpen.value = false
    else if (!isOpen.peek()) void painted().then(() => (isOpen.value = current.peek() !== null))
  })
  const cue = isOpen.value ? current.value : null
  const parts = useSignal<DeckParts | null>(null)
  useEffect(() => {
    // At once: without a connection its words, and what speaks them, would come too late.
    const load = () => void import('./late-islands.ts').then((loaded) => (parts.value = loaded)).catch(() => {})
    load()
    addEventListener('online', load)
  }, [])
  const announced = useRef('')
  useSignalEffect(() => {
    const now = current.value
    if (!now || !playing.value || announced.current === now.id) return
    announced.current = now.id
    announce(say('Now playing: {title} by {artist}.', { title: now.title, artist: now.artist }))
  })
  useSignalEffect(() => {
    const { hue, chroma } = current.value ?? { hue: 48, chroma: 0.17 }
    box.current?.style.setProperty('--hue', String(hue))
    box.current?.style.setProperty('--chroma', String(chroma))
  })
  return (
    <section ref={box} class="deck tint" aria-label={say('Player')} hidden={!cue}>
      {cue && (
        <>
          {parts.value && <parts.value.Strip />}
          <div class="front">
            <span class="mini">
              <Cassette handle={cue.handle} />
            </span>
            <a class="now" href={pagePath(cue.handle)}>
              <span class="title" dir="auto" lang={cue.writesIn}>
                {cue.title}
              </span>{' '}
              <span class="by">
                <bdi>{cue.artist}</bdi>
                {access.value === 'hook' && <span class="hooked">{say('preview')}</span>}
              </span>
            </a>
            <div class="keys">
              <button type="button" class="key" aria-label={say('Previous track')} onClick={previous}>
                <Icon name="previous" />
              </button>
              <button
                type="button"
                class="key main"
                aria-label={playing.value ? say('Pause') : say('Play')}
                onClick={toggle}
              >
                <Icon name={playing.value ? 'pause' : 'play'} />
              </button>
              <button
                type="button"
                class="key"
                aria-label={say('Next track')}
                disabled={index.value >= queue.value.length - 1}
                onClick={next}
              >
                <Icon name="next" />
              </button>
            </div>
            <Counter />
            <SeekBar />
            <div class="extras">
              <Volume />
              <Panels parts={parts.value} />
            </div>
          </div>
        </>
      )}
    </section>
  )
}
