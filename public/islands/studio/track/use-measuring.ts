import { useEffect, useRef } from 'preact/hooks'
import { isUnmeasured } from '../../../../src/lib/audio/formats.ts'
import { api } from '../../../lib/api.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { decodeSound, mostDecodedBytes } from './decode-sound.ts'

const isToMeasure = ({ file, ...track }: OwnerTrack) =>
  file.status === 'READY' &&
  file.bytes <= mostDecodedBytes &&
  isUnmeasured({ ...track, format: file.format, isApproximate: track.waveformApproximate })

async function measure(id: string): Promise<void> {
  const { data } = await api.audio({ trackId: id }).get({ query: { light: '0' } })
  if (!data || !('url' in data) || data.access !== 'full') return
  const sound = await decodeSound(await (await fetch(data.url)).arrayBuffer())
  if (sound) await api.studio.tracks({ id }).measurement.put(sound)
}

/** Measures tracks that the server could not decode, each once while the page is open. */
export function useMeasuring(editor: CassetEditor): void {
  const tried = useRef(new Set<string>())
  const line = useRef<Promise<void>>(Promise.resolve())
  const waiting = editor.tracks.value.filter(isToMeasure).map(({ id }) => id)
  useEffect(() => {
    for (const id of waiting.filter((each) => !tried.current.has(each))) {
      tried.current.add(id)
      line.current = line.current
        .then(() => measure(id))
        .then(() => editor.refresh())
        .catch(() => undefined)
    }
  }, [waiting.join()])
}
