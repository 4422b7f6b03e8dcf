const [dot, zero, nine] = [46, 48, 57]

/**
 * Returns an IPv4 address of four decimal numbers as one number, null for anything else. As strict
 * as net.isIP: no sign, space or leading zero.
 */
export function ipv4Number(text: string): number | null {
  let value = 0
  let part = -1
  let dots = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === dot) {
      if (part < 0 || dots === 3) return null
      value = value * 256 + part
      part = -1
      dots += 1
    } else {
      // After a part that is 0 another digit would make it a leading zero, which some read as
      // octal.
      if (unit < zero || unit > nine || part === 0) return null
      part = (part < 0 ? 0 : part * 10) + unit - zero
      if (part > 255) return null
    }
  }
  return part < 0 || dots !== 3 ? null : value * 256 + part
}
