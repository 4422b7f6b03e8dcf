import { hmac } from '../../../lib/hash/hmac.ts'

/** How many entries the stream to the edges keeps: at fifty comments a second half an hour. */
export const mostDown = 100_000

/** How many reports of edges are kept. */
export const mostUp = 10_000

/** How often the primary gives a sign of life, and edges tell what has changed. */
export const beatMs = 1_000

/** How often an edge reports that nothing has changed. */
export const reportMs = 5_000

/** After so long without a sign of the primary an edge asks it directly. */
export const silentMs = 4_000

/** After so long without a report an edge counts as gone. */
export const lostMs = 15_000

/**
 * The streams of one site, named by the secret that its edges share: several sites may use one
 * Redis, and an edge with another secret hears nothing.
 */
export function streamKeys(secret: string): { readonly down: string; readonly up: string } {
  const site = hmac(secret, 'relay.streams.v1').slice(0, 12)
  return { down: `tapedeck:${site}:down`, up: `tapedeck:${site}:up` }
}

/** Returns an edge's proof for the primary. It is not the secret, which signs tickets. */
export const passOf = (secret: string): string => hmac(secret, 'relay.pass.v1')
