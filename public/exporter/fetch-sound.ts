import { say } from '../../src/lib/language/say.ts'
import { api } from '../lib/api.ts'
import { troubleOf } from '../lib/trouble.ts'
import { ClipTrouble } from './clip-trouble.ts'
import { type Sound, sampleRate } from './scene.ts'

const forbidden = 403
/** How often an expired or used link is replaced. */
const mostRenewals = 2

/** A one-shot link fetches the file (rule: exporter-token). Throws ClipTrouble. */
async function fetchHook(trackId: string): Promise<ArrayBuffer> {
  for (let renewal = 0; ; renewal += 1) {
    const { data, error } = await api.audio.token.post({ trackId, access: 'hook' })
    if (error) throw new ClipTrouble(troubleOf(error).text)
    const answer = await fetch(data.url).catch(() => null)
    if (answer?.status === forbidden && renewal < mostRenewals) continue
    if (!answer?.ok) throw new ClipTrouble(troubleOf({ value: await answer?.json().catch(() => null) }).text)
    const bytes = await answer.arrayBuffer().catch(() => null)
    if (bytes === null) throw new ClipTrouble(troubleOf({ value: null }).text)
    return bytes
  }
}

/** Returns the sound of a track's hook, decoded, as two channels. Throws ClipTrouble. */
export async function fetchSound(trackId: string): Promise<Sound> {
  const file = await fetchHook(trackId)
  // A context of one sample: it decodes to its rate and is never rendered.
  const decoded = await new OfflineAudioContext(2, 1, sampleRate).decodeAudioData(file).catch(() => {
    throw new ClipTrouble(say('This browser cannot decode the track. Try another browser.'))
  })
  if (decoded.length === 0) throw new ClipTrouble(say('The hook of this track is empty.'))
  if (decoded.numberOfChannels <= 2) {
    // The last channel: mono sound is heard on both, and held once.
    return { left: decoded.getChannelData(0), right: decoded.getChannelData(decoded.numberOfChannels - 1) }
  }
  const mix = new OfflineAudioContext(2, decoded.length, sampleRate)
  const source = new AudioBufferSourceNode(mix, { buffer: decoded })
  source.connect(mix.destination)
  source.start()
  const stereo = await mix.startRendering()
  return { left: stereo.getChannelData(0), right: stereo.getChannelData(1) }
}
