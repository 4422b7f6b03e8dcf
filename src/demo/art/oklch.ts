/** A colour as amounts of light, linear, 0…1 each: what inks and paper are multiplied in. */
export type Light = readonly [red: number, green: number, blue: number]

/** A colour from OKLCH (lightness 0…1, chroma, hue in degrees); what a screen cannot show loses chroma until it can. */
export function oklch(lightness: number, chroma: number, hue: number): Light {
  const radians = (hue * Math.PI) / 180
  for (let kept = chroma; kept > 0.004; kept -= 0.004) {
    const light = oklab(lightness, kept * Math.cos(radians), kept * Math.sin(radians))
    if (light.every((part) => part > -0.0005 && part < 1.0005)) return light
  }
  return oklab(lightness, 0, 0)
}

function oklab(lightness: number, a: number, b: number): Light {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** The sRGB byte of an amount of light. */
export const srgbByte = (light: number): number =>
  Math.round(255 * (light <= 0.0031308 ? 12.92 * Math.max(0, light) : 1.055 * Math.min(1, light) ** (1 / 2.4) - 0.055))

/** The hue (degrees) and chroma, in OKLCH, of a colour written as CSS hex. */
export function hueOf(hex: string): { readonly hue: number; readonly chroma: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360, chroma: Math.hypot(a, b) }
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
