import { ownState } from '../../../platform/own-state.ts'

/** The zips that are being written, by their final names. One that is taken out is not kept. */
export const growingPacks = ownState(() => new Map<string, string>())
