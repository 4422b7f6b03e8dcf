/** How many peaks a waveform has (contract 5). */
export const waveformBars = 500
