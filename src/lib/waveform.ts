/** How many peaks a waveform has (rule 5.6). */
export const waveformBars = 500
