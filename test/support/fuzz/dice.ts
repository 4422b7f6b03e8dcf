/** Dice that fall the same way for the same seed. */
export function createDice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    const a = Math.imul(state ^ (state >>> 15), 1 | state)
    const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a
    return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(roll() * choices.length)] ?? choices[0]
  return {
    pick,
    chance: (probability: number) => roll() < probability,
    below: (max: number) => Math.floor(roll() * max),
  }
}

export type Dice = ReturnType<typeof createDice>
