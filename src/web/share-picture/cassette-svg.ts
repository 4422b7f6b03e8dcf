import { oklchToHex } from '../../lib/music/oklch.ts'

/**
 * Returns the cassette of public/lib/cassette.tsx as a picture of its own, in the colours of its
 * style sheet (public/styles/cassette.css), without words.
 */
export function cassetteSvg({ hue, chroma }: { hue: number; chroma: number }): string {
  const colour = (l: number, c: number, h = hue) => oklchToHex({ l, c, h })
  const rim = `fill="none" stroke="${colour(0.48, 0.035)}" stroke-width="2"`
  const screw = `fill="none" stroke="${colour(0.72, 0.01)}" stroke-width="9" stroke-linecap="round"`
  const oxide = colour(0.31, 0.045, 45)
  const reel = (x: number, radius: number) =>
    `<circle cx="${x}" cy="156" r="${radius}" fill="${oxide}" stroke="${colour(0.43, 0.05, 45)}" stroke-width="1.5"/>` +
    `<circle cx="${x}" cy="156" r="22" fill="${colour(0.96, 0.01)}"/>` +
    `<circle cx="${x}" cy="156" r="15" fill="none" stroke="${oxide}" stroke-width="8" stroke-dasharray="5.3 10.4"/>` +
    `<circle cx="${x}" cy="156" r="6" fill="${oxide}"/>`
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="512" viewBox="0 0 400 256">' +
    `<rect width="400" height="256" rx="16" fill="${colour(0.36, 0.03)}"/>` +
    `<rect x="7" y="7" width="386" height="242" rx="11" ${rim}/>` +
    `<path d="M18 18h.01M382 18h.01M18 238h.01M382 238h.01" ${screw}/>` +
    `<rect x="30" y="24" width="340" height="172" rx="7" fill="${colour(0.97, 0.015)}"/>` +
    `<path d="M74 45H356M74 73H356" fill="none" stroke="${colour(0.6, 0.04)}" stroke-opacity=".3" stroke-width="1.5"/>` +
    `<path d="M30 84h340v20H30z" fill="${colour(0.61, chroma)}"/>` +
    `<path d="M30 104h340v8H30z" fill="${colour(0.74, chroma, hue + 32)}"/>` +
    `<path d="M132 122H268a34 34 0 0 1 0 68H132a34 34 0 0 1 0-68z" fill="${colour(0.2, 0.02)}"/>` +
    `${reel(144, 32)}${reel(256, 26)}` +
    `<path d="M92 249l10-34H298l10 34" ${rim}/>` +
    `<path d="M132 233h.01M200 233h.01M268 233h.01" ${screw}/>` +
    '</svg>'
  )
}
