import { type Colours, colourTokens } from './scene.ts'

/** Returns the page's colours as rgb, for light or dark: not every canvas knows oklch. */
export function readColours(element: HTMLElement): Colours {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const probe = document.createElement('span')
  probe.hidden = true
  element.append(probe)
  const rgb = (value: string): string => {
    probe.style.color = value
    if (!pen) return value
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = getComputedStyle(probe).color
    pen.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
    return `rgb(${red} ${green} ${blue} / ${alpha / 255})`
  }
  const { paper, card, ink, soft, line, accent, shell, shellHigh, label, labelInk, rule } = colourTokens
  const { band, band2, band3, pen: handInk, oxide, oxideRim, window, hub, screw, shade } = colourTokens
  const found = {
    ...{ paper: rgb(paper), card: rgb(card), ink: rgb(ink), soft: rgb(soft), line: rgb(line), accent: rgb(accent) },
    ...{ shell: rgb(shell), shellHigh: rgb(shellHigh), label: rgb(label), labelInk: rgb(labelInk), rule: rgb(rule) },
    ...{ band: rgb(band), band2: rgb(band2), band3: rgb(band3), pen: rgb(handInk), oxide: rgb(oxide) },
    ...{ oxideRim: rgb(oxideRim), window: rgb(window), hub: rgb(hub), screw: rgb(screw), shade: rgb(shade) },
  }
  probe.remove()
  return found
}
