/// <reference lib="webworker" />

import { expose } from 'comlink'
import { encodeClip } from './encode.ts'
import { addFonts, loadFonts, type PageFont } from './fonts.ts'
import { findPlan, type Plan } from './plan.ts'
import type { Scene, Sound } from './scene.ts'

declare const self: DedicatedWorkerGlobalScope

type Writing = { fonts: readonly PageFont[]; text: string }

const clipWorker = {
  findPlan,
  async encode(scene: Scene, sound: Sound, plan: Plan, writing: Writing, onProgress: (part: number) => void) {
    addFonts(self.fonts, writing.fonts)
    await loadFonts(self.fonts, writing.text)
    const { bytes, type } = await encodeClip(scene, sound, plan, onProgress)
    // Without the bytes: the page would hold them until its garbage is collected.
    return new Blob([bytes], { type })
  },
}

export type ClipWorker = typeof clipWorker

expose(clipWorker)
