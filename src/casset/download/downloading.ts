import type { Ctx } from '../../context.ts'
import { givenState } from '../../platform/own-state.ts'

/** The collector who downloads a casset: an account, or the holder of a guest's order. */
export type Downloader = { userId: string } | { orderId: string }

/**
 * Called right before the first byte of its files is sent, and before that, with `isSent` false,
 * for a download that still has to wait for them. Throws where it must not be sent.
 */
export type Downloading = (ctx: Ctx, download: { cassetId: string; by: Downloader; isSent: boolean }) => void

export const downloadingOf = givenState<Downloading>('room that knows of downloads')
