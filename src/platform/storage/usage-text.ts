import { measureText } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'

const units = [
  { name: 'GB', bytes: 1e9 },
  { name: 'MB', bytes: 1e6 },
  { name: 'KB', bytes: 1e3 },
] as const

const smallest = units[2]

type Unit = (typeof units)[number]

const unitOf = (bytes: number): Unit => units.find((unit) => bytes >= unit.bytes) ?? smallest

/** Rounds down to at most one decimal, so that no account looks fuller than it is. */
const counted = (bytes: number, unit: Unit): string => measureText(Math.floor((bytes / unit.bytes) * 10) / 10)

/** Returns a number of bytes such as "1.2 GB". */
export function storageSize(bytes: number): string {
  const unit = unitOf(bytes)
  return `${counted(bytes, unit)} ${unit.name}`
}

/** Returns an account's usage, such as "1.2 of 10 GB used"; without a quota "1.2 GB used". */
export function usageText(usedBytes: number, quotaBytes: number | null): string {
  if (quotaBytes === null) return say('{size} used', { size: storageSize(usedBytes) })
  const isSameUnit = usedBytes === 0 || unitOf(usedBytes) === unitOf(quotaBytes)
  const used = isSameUnit ? counted(usedBytes, unitOf(quotaBytes)) : storageSize(usedBytes)
  return say('{size} of {quota} used', { size: used, quota: storageSize(quotaBytes) })
}
