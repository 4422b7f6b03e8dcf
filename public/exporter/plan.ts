import { type AudioCodec, canEncodeAudio, canEncodeVideo, Quality, type VideoCodec } from 'mediabunny'
import { frameRate, sampleRate } from './scene.ts'

export type Plan = {
  container: 'mp4' | 'webm'
  video: VideoCodec
  audio: AudioCodec
  width: number
  height: number
}

/** Bits a second, at 1080 by 1920 and for a smaller picture in proportion. */
const bitsAtFullSize = 6_000_000
const fullSize = 1080 * 1920

export const videoQuality = ({ width, height }: Pick<Plan, 'width' | 'height'>) =>
  new Quality({ bitrate: Math.round((bitsAtFullSize * width * height) / fullSize) })

export const audioQuality = new Quality({ bitrate: 192_000 })

// MP4 with H.264 and AAC plays on every phone and in every app. WebM is for browsers that cannot
// encode both.
const kinds = [
  { container: 'mp4', videos: ['avc'], audios: ['aac'] },
  { container: 'webm', videos: ['vp9', 'vp8'], audios: ['opus'] },
] as const

/** Returns null where this browser can encode neither kind with WebCodecs. */
export async function findPlan(size: { width: number; height: number }): Promise<Plan | null> {
  if (!('VideoEncoder' in globalThis) || !('AudioEncoder' in globalThis)) return null
  for (const { container, videos, audios } of kinds) {
    for (const audio of audios) {
      if (!(await canEncodeAudio(audio, { numberOfChannels: 2, sampleRate, quality: audioQuality }))) continue
      for (const video of videos) {
        const isPossible = await canEncodeVideo(video, { ...size, frameRate, quality: videoQuality(size) })
        if (isPossible) return { container, video, audio, ...size }
      }
    }
  }
  return null
}
