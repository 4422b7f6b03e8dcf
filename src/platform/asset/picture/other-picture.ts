const brands = [
  ['HEIC', /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/],
  ['AVIF', /^avi[fs]$/],
  ['Canon raw', /^crx $/],
] as const

// The first bytes of pictures that no upload takes.
const otherSignatures = [
  ['TIFF', '49492a00'],
  ['TIFF', '4d4d002a'],
  ['JPEG 2000', '0000000c6a502020'],
  ['JPEG 2000', 'ff4fff51'],
  ['JPEG XL', 'ff0a'],
  ['JPEG XL', '0000000c4a584c20'],
  ['BMP', '424d'],
  ['Photoshop', '38425053'],
  ['ICO', '00000100'],
] as const

const isSvg = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b/is

/** Returns the format of a picture that cannot be taken, by its name; null for anything else. */
export function otherPicture(head: Uint8Array): string | null {
  const bytes = Buffer.from(head)
  const brand = bytes.toString('latin1', 4, 8) === 'ftyp' ? bytes.toString('latin1', 8, 12) : ''
  const ofBrand = brands.find(([, names]) => names.test(brand))?.[0]
  const start = bytes.subarray(0, 12).toString('hex')
  const ofStart = otherSignatures.find(([, signature]) => start.startsWith(signature))?.[0]
  return ofBrand ?? ofStart ?? (isSvg.test(bytes.toString('utf8', 0, 1_000)) ? 'SVG' : null)
}
