import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { api } from '../../../lib/api.ts'
import { noteDraft } from '../../../lib/save-state.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { type HookWindow, startAt } from './hook-window.ts'
import { createWindowPlayer, type WindowPlayer } from './window-player.ts'

/** A moved window is saved after it has not changed for this long. */
const restMs = 700

/** The hook of a track while it is being moved. */
export type MovedHook = {
  readonly shown: HookWindow
  readonly player: WindowPlayer
  readonly peaks: ReadonlySignal<readonly number[] | null>
  readonly problem: ReadonlySignal<string>
  readonly isBeingCut: boolean
  fetchPeaks(): Promise<void>
  put(window: HookWindow): void
  startAt(second: number): void
}

export function useHookWindow(editor: CassetEditor, track: OwnerTrack, trackSec: number): MovedHook {
  const { id } = track
  const draft = useSignal<HookWindow | null>(null)
  const peaks = useSignal<readonly number[] | null>(null)
  const problem = useSignal('')
  const player = useMemo(createWindowPlayer, [id])
  const shown = draft.value ?? editor.pendingHooks.value.get(id) ?? track.hook

  const fetchPeaks = async () => {
    problem.value = ''
    const { data, error } = await api.audio.waveform({ trackId: id }).get()
    if (error) problem.value = troubleOf(error).text
    else peaks.value = data
  }
  const keep = async (wanted: HookWindow) => {
    const trouble = await editor.changeTrack(id, { hookStartSec: wanted.startSec, hookDurationSec: wanted.durationSec })
    if (trouble) problem.value = trouble.text
    if (draft.value === wanted) draft.value = null
  }
  useEffect(() => {
    if (trackSec > 0) void fetchPeaks()
  }, [id, track.waveformApproximate])
  useEffect(() => {
    return () => {
      player.close()
      // Closed before that time: saved at once.
      if (draft.value) void keep(draft.value)
    }
  }, [id])
  useSignalEffect(() => {
    const wanted = draft.value
    noteDraft(`hook-${id}`, wanted !== null)
    if (wanted === null) return
    const timer = setTimeout(() => void keep(wanted), restMs)
    return () => clearTimeout(timer)
  })

  const put = (window: HookWindow) => {
    draft.value = window
    if (player.at.value !== null) player.stop()
  }
  return {
    shown,
    player,
    peaks,
    problem,
    isBeingCut: editor.pendingHooks.value.has(id),
    fetchPeaks,
    put,
    startAt: (second) => put(startAt(shown, second, trackSec)),
  }
}
