import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { notedValue, noteValue } from '../../../../db/kept-value.ts'
import type { Db } from '../../../../db/open.ts'
import { type Config, usualPort } from '../../../config.ts'
import { parseJson } from '../../../lib/json/json.ts'

const name = 'served-address'
const sinceName = 'served-since'
const ServedAddress = t.Object({ baseUrl: t.Union([t.String(), t.Null()]), port: t.Integer() })

/** The address and port of the newest start of the service; undefined before the first. */
export function servedAddress(db: Db): Static<typeof ServedAddress> | undefined {
  const kept = notedValue(db, name)
  return kept === undefined ? undefined : Value.Decode(ServedAddress, parseJson(kept))
}

/** Keeps the address for other commands, which may not have the service's environment. */
export function saveServedAddress(db: Db, { baseUrl, port }: Config): void {
  const value = JSON.stringify({ baseUrl: baseUrl?.origin ?? null, port })
  noteValue(db, name, value)
}

export const saveServedSince = (db: Db, now: number): void => noteValue(db, sinceName, `${now}`)

/** Returns when the newest start of the service was, in milliseconds; 0 before the first. */
export const servedSince = (db: Db): number => Number(notedValue(db, sinceName) ?? 0)

/** Missing settings are those of the service's last start. */
export function withServedAddress(db: Db, config: Config): Config {
  const served = servedAddress(db)
  if (!served || config.baseUrl !== undefined) return config
  if (served.baseUrl !== null) return { ...config, baseUrl: new URL(served.baseUrl) }
  return config.port === usualPort && served.port !== 0 ? { ...config, port: served.port } : config
}
