/** The pictures of the demo’s clips: drawn on a canvas of 360 by 640, at any second of ten. */
const width = 360
const height = 640
const circle = 2 * Math.PI

type Pen = CanvasRenderingContext2D
type Colours = { paper: string; ink: string; soft: string; bright: string; deep: string }
type Scene = { hue: number; paint: (pen: Pen, second: number, colours: Colours) => void }

const coloursOf = (hue: number): Colours => ({
  paper: `oklch(0.93 0.04 ${hue})`,
  ink: `oklch(0.26 0.06 ${hue})`,
  soft: `oklch(0.62 0.09 ${hue})`,
  bright: `oklch(0.84 0.12 ${(hue + 40) % 360})`,
  deep: `oklch(0.38 0.08 ${hue})`,
})

/** A number in 0…1 that is always the same for a place. */
const diceAt = (place: number): number => {
  const mixed = Math.sin(place * 127.1 + 11.7) * 43_758.5453
  return mixed - Math.floor(mixed)
}

const box = (pen: Pen, colour: string, ...at: [x: number, y: number, wide: number, high: number]) => {
  pen.fillStyle = colour
  pen.fillRect(...at)
}

const disc = (pen: Pen, colour: string, x: number, y: number, radius: number) => {
  pen.fillStyle = colour
  pen.beginPath()
  pen.arc(x, y, radius, 0, circle)
  pen.fill()
}

const line = (pen: Pen, colour: string, thick: number, points: readonly (readonly [number, number])[]) => {
  pen.strokeStyle = colour
  pen.lineWidth = thick
  pen.lineCap = 'round'
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(x, y)
  pen.stroke()
}

/** Drops that run down a window, each at its own pace. */
function rain(pen: Pen, second: number, colour: string, drops = 46): void {
  for (let drop = 0; drop < drops; drop++) {
    const pace = 40 + diceAt(drop) * 150
    const x = diceAt(drop + 200) * width + Math.sin(second * 1.3 + drop) * 3
    const y = ((diceAt(drop + 400) * height + second * pace) % (height + 60)) - 30
    const length = 6 + diceAt(drop + 600) * 16
    line(pen, colour, 2.2, [
      [x, y - length],
      [x, y],
    ])
    disc(pen, colour, x, y, 2.6)
  }
}

/** Hills that pass by, the nearer ones faster. */
function hills(pen: Pen, colour: string, { base, high, shift }: { base: number; high: number; shift: number }): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.moveTo(0, height)
  for (let x = 0; x <= width; x += 6) {
    const at = x + shift
    pen.lineTo(x, base - high * (Math.sin(at / 71) * 0.6 + Math.sin(at / 29 + 2) * 0.3))
  }
  pen.lineTo(width, height)
  pen.fill()
}

function windowFrame(pen: Pen, colour: string): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.rect(0, 0, width, height)
  pen.roundRect(22, 22, width - 44, height - 44, 46)
  pen.fill('evenodd')
}

const crank: Scene = {
  hue: 48,
  paint(pen, second, { paper, ink, soft, bright, deep }) {
    box(pen, paper, 0, 0, width, height)
    disc(pen, bright, 180, 190, 128)
    box(pen, deep, 40, 320, 280, 190)
    box(pen, ink, 40, 320, 280, 14)
    // The pins of the cylinder pass under the comb.
    pen.save()
    pen.beginPath()
    pen.rect(70, 346, 190, 120)
    pen.clip()
    box(pen, soft, 70, 346, 190, 120)
    for (let pin = 0; pin < 90; pin++) {
      const y = 346 + ((diceAt(pin + 30) * 240 + second * 46) % 240) - 60
      disc(pen, ink, 80 + Math.floor(diceAt(pin) * 12) * 16, y, 3.4)
    }
    pen.restore()
    for (let tooth = 0; tooth < 12; tooth++) {
      const isPlucked = (second * 5 + diceAt(tooth) * 12) % 12 < 1
      box(pen, isPlucked ? bright : paper, 75 + tooth * 16, 400 + (isPlucked ? 4 : 0), 10, 58)
    }
    const turn = second * 3.1
    line(pen, ink, 12, [
      [300, 410],
      [300 + Math.cos(turn) * 34, 410 + Math.sin(turn) * 62],
    ])
    disc(pen, bright, 300 + Math.cos(turn) * 34, 410 + Math.sin(turn) * 62, 15)
    box(pen, ink, 20, 510, 320, 22)
  },
}

const van: Scene = {
  hue: 20,
  paint(pen, second, { ink, soft, bright, deep }) {
    box(pen, deep, 0, 0, width, height)
    hills(pen, ink, { base: 300, high: 46, shift: second * 40 })
    for (let lamp = 0; lamp < 5; lamp++) {
      const x = width + 90 - ((second * 190 + lamp * 120) % 600)
      line(pen, soft, 5, [
        [x, 400],
        [x, 190],
      ])
      disc(pen, bright, x - 10, 186, 13)
    }
    hills(pen, ink, { base: 420, high: 12, shift: second * 260 })
    // The heads of those who sleep nod with the road.
    for (const [seat, x] of [70, 180, 290].entries()) {
      const nod = Math.sin(second * 1.7 + seat * 1.1) * 7
      disc(pen, soft, x + nod, 470 + Math.abs(nod) * 0.6, 44)
      box(pen, ink, x - 52, 512, 104, 130)
    }
    windowFrame(pen, ink)
  },
}

const chorus: Scene = {
  hue: 250,
  paint(pen, second, { paper, ink, soft, bright }) {
    box(pen, paper, 0, 0, width, height)
    disc(pen, ink, 180, 320, 150)
    for (let groove = 0; groove < 9; groove++) {
      pen.strokeStyle = groove % 3 === 0 ? soft : 'oklch(0.36 0.05 250)'
      pen.lineWidth = 1.6
      pen.beginPath()
      pen.arc(180, 320, 58 + groove * 10, second * 2.2 + groove, second * 2.2 + groove + 4.4)
      pen.stroke()
    }
    for (const voice of [0, 1, 2]) {
      const swing = Math.sin(second * 2.1 + voice * 0.5) * 18
      pen.globalAlpha = 0.75
      disc(pen, voice === 1 ? bright : soft, 180 + swing * (voice - 1), 320, 46 - voice * 9)
    }
    pen.globalAlpha = 1
    disc(pen, ink, 180, 320, 7)
    for (let bar = 0; bar < 18; bar++) {
      const high = 14 + Math.abs(Math.sin(second * 4 + bar * 0.9) * Math.sin(second * 1.3 + bar)) * 74
      box(pen, bar % 2 === 0 ? ink : soft, 18 + bar * 18, 590 - high, 11, high)
    }
  },
}

const kilometre: Scene = {
  hue: 205,
  paint(pen, second, { paper, ink, soft, deep }) {
    box(pen, paper, 0, 0, width, height)
    disc(pen, 'oklch(0.86 0.1 80)', 250, 150, 56)
    hills(pen, soft, { base: 360, high: 70, shift: second * 26 })
    hills(pen, deep, { base: 450, high: 40, shift: second * 90 })
    box(pen, ink, 0, 530, width, 110)
    for (let post = 0; post < 4; post++) {
      const x = width + 40 - ((second * 240 + post * 150) % 600)
      box(pen, paper, x, 470, 9, 66)
      box(pen, 'oklch(0.6 0.17 30)', x, 482, 9, 12)
    }
    rain(pen, second, 'oklch(0.97 0.02 205 / 0.85)')
    windowFrame(pen, ink)
  },
}

const wipers: Scene = {
  hue: 330,
  paint(pen, second, { ink, soft, bright, deep }) {
    box(pen, deep, 0, 0, width, height)
    for (let lamp = 0; lamp < 9; lamp++) {
      const near = (diceAt(lamp) + second * 0.16) % 1
      const side = lamp % 2 === 0 ? -1 : 1
      disc(pen, lamp % 3 === 0 ? bright : soft, 180 + side * near * near * 210, 250 + near * near * 190, 3 + near * 15)
    }
    line(pen, soft, 4, [
      [180, 260],
      [60, 520],
    ])
    line(pen, soft, 4, [
      [180, 260],
      [300, 520],
    ])
    rain(pen, second, 'oklch(0.92 0.03 330 / 0.8)', 60)
    const turn = -1.35 + Math.sin(second * 2.9) * 1.05
    for (const x of [100, 270]) {
      line(pen, ink, 11, [
        [x, 560],
        [x + Math.cos(turn) * 240, 560 + Math.sin(turn) * 240],
      ])
    }
    box(pen, ink, 0, 546, width, 94)
  },
}

const below: Scene = {
  hue: 190,
  paint(pen, second, { paper, ink, soft, deep }) {
    box(pen, deep, 0, 0, width, height)
    disc(pen, soft, 180, 250, 190)
    disc(pen, paper, 180, 250, 92)
    for (let ring = 0; ring < 22; ring++) {
      const life = (second * 0.7 + diceAt(ring)) % 1
      const [x, y] = [diceAt(ring + 50 + Math.floor(second * 0.7 + diceAt(ring))) * width, diceAt(ring + 90) * height]
      pen.strokeStyle = `oklch(0.95 0.03 190 / ${1 - life})`
      pen.lineWidth = 3
      pen.beginPath()
      pen.ellipse(x, y, 6 + life * 52, 3 + life * 30, 0, 0, circle)
      pen.stroke()
    }
    for (let weed = 0; weed < 7; weed++) {
      const x = 20 + weed * 54
      const points = Array.from({ length: 12 }, (_, at) => {
        return [x + Math.sin(second * 1.2 + at * 0.45 + weed) * at * 2, height - at * (12 + diceAt(weed) * 10)] as const
      })
      line(pen, ink, 12 - weed * 0.7, points)
    }
  },
}

const scenes: Readonly<Record<string, Scene>> = { crank, van, chorus, kilometre, wipers, below }

/** Draws a scene at a second and returns it as a JPEG in base64. */
export function frameOf(name: string, second: number): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  const scene = scenes[name]
  if (!pen || !scene) throw new Error(`There is no scene ${name}.`)
  scene.paint(pen, second, coloursOf(scene.hue))
  return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? ''
}

Object.assign(globalThis, { frameOf })
