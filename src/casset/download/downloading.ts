import type { Ctx } from '../../context.ts'
import { givenState } from '../../platform/own-state.ts'

/** The collector who downloads a casset: an account, or the holder of a guest's order. */
export type Downloader = { userId: string } | { orderId: string }

/** Called right before the first byte is sent. Throws where it must not be. */
export type Downloading = (ctx: Ctx, download: { cassetId: string; by: Downloader }) => void

/** A room above that has to know of downloads. */
export const downloadingOf = givenState<Downloading>('room that knows of downloads')
