import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { ClipTrouble } from '../../exporter/clip-trouble.ts'
import { readColours } from '../../exporter/colours.ts'
import { fetchSound } from '../../exporter/fetch-sound.ts'
import { loadFonts, textOf } from '../../exporter/fonts.ts'
import { type HookPart, placeLyrics } from '../../exporter/lyrics.ts'
import { type Layout, peaksOf, type Scene, type Sound, secondsOf } from '../../exporter/scene.ts'
import type { VideoProps } from './video.tsx'

async function fetchCover(url: string): Promise<ImageBitmap> {
  const answer = await fetch(url).catch(() => null)
  const picture = answer?.ok ? await answer.blob().then(createImageBitmap, () => null) : null
  if (picture === null) throw new ClipTrouble(say('The cover did not load. Check the connection, then try again.'))
  return picture
}

/** Sound, cover and fonts are fetched once. */
export function useMaterial(props: VideoProps, lyrics: Signal<string>, part: HookPart) {
  const { track, cover: coverUrl } = props
  const sound = useSignal<Sound | null>(null)
  const cover = useSignal<ImageBitmap | null>(null)
  const trouble = useSignal('')
  /** Raised when something has arrived that changes the drawing. */
  const version = useSignal(0)
  const load = async () => {
    trouble.value = ''
    try {
      const [picture, heard] = await Promise.all([
        coverUrl === null ? null : fetchCover(coverUrl),
        fetchSound(track.id),
      ])
      cover.value = picture
      sound.value = heard
    } catch (error) {
      trouble.value = error instanceof ClipTrouble ? error.message : say('That did not go through. Try again.')
    }
  }
  useEffect(() => {
    void load()
    const night = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => {
      version.value += 1
    }
    night.addEventListener('change', redraw)
    return () => {
      night.removeEventListener('change', redraw)
      cover.value?.close()
    }
  }, [])
  useEffect(() => {
    void loadFonts(document.fonts, textOf({ ...props, title: track.title }, lyrics.value)).then(() => {
      version.value += 1
    })
  }, [lyrics.value])
  const peaks = useComputed(() => (sound.value ? peaksOf(sound.value) : []))
  const scene = useMemo(
    () =>
      (layout: Layout, size: { width: number; height: number }): Scene => ({
        layout,
        ...size,
        title: track.title,
        artist: props.artist,
        casset: props.casset,
        handle: props.handle,
        address: props.address,
        colours: readColours(document.querySelector<HTMLElement>('#main') ?? document.body),
        cover: cover.value,
        peaks: peaks.value,
        durationSec: sound.value ? secondsOf(sound.value) : part.durationSec,
        lyrics: placeLyrics(lyrics.value, part),
      }),
    [],
  )
  return { sound, cover, lyrics, peaks, trouble, version, scene, load }
}

export type Material = ReturnType<typeof useMaterial>
