/** How many peaks a waveform has (rule: waveform). */
export const waveformBars = 500
