/**
 * Returns a network address without the part that identifies a household: the last part of IPv4,
 * all but three groups of IPv6.
 */
export function shortAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.replace(/\d+$/, 'x')
  if (!address.includes(':')) return address
  const groups = address.replace(/\/\d+$/, '').split(':')
  return `${groups
    .slice(0, 3)
    .map((group) => group || '0')
    .join(':')}:x`
}
