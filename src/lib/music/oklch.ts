/** A colour as linear amounts of light, 0…1 each. */
export type LinearRgb = readonly [red: number, green: number, blue: number]

/** A colour as people see it: lightness 0…1, chroma (0 is grey), hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

const toLinearChannel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Returns the linear light of a CSS hex colour (sRGB, IEC 61966-2-1). */
export function hexToLinear(hex: string): LinearRgb {
  const at = (from: number) => toLinearChannel(Number.parseInt(hex.slice(from, from + 2), 16) / 255)
  return [at(1), at(3), at(5)]
}

/** Returns the sRGB byte of an amount of light; what is outside 0…1 is cut. */
export function linearToByte(light: number): number {
  const shown = Math.min(1, Math.max(0, light))
  return Math.round(255 * (shown <= 0.0031308 ? shown * 12.92 : 1.055 * shown ** (1 / 2.4) - 0.055))
}

/** Returns a CSS hex colour in oklch (Björn Ottosson's matrices). */
export function hexToOklch(hex: string): Oklch {
  const [r, g, b] = hexToLinear(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const greenRed = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const degrees = (Math.atan2(blueYellow, greenRed) * 180) / Math.PI
  return { l, c: Math.hypot(greenRed, blueYellow), h: (degrees + 360) % 360 }
}

/** Returns the linear light of a colour; channels outside 0…1 are not on a screen. */
function oklchToLinear({ l, c, h }: Oklch): LinearRgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Returns the nearest colour of a screen: it loses chroma, but not lightness or hue. */
export function oklchToScreen({ l, c, h }: Oklch): LinearRgb {
  const isShown = (rgb: LinearRgb) => rgb.every((light) => light >= -0.0005 && light <= 1.0005)
  let chroma = c
  let rgb = oklchToLinear({ l, c: chroma, h })
  while (!isShown(rgb) && chroma > 0) {
    chroma = Math.max(0, chroma - 0.004)
    rgb = oklchToLinear({ l, c: chroma, h })
  }
  return rgb
}

export const oklchToHex = (colour: Oklch): string =>
  `#${oklchToScreen(colour)
    .map((light) => linearToByte(light).toString(16).padStart(2, '0'))
    .join('')}`
