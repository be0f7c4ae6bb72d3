/** The worm is solved in mm, g and s, so in µN and Pa; outside it is SI. What crosses the border is multiplied by these. */

export const mmPerMetre = 1e3;
export const metresPerMm = 1e-3;
export const gramsPerKilogram = 1e3;
export const kilogramsPerGram = 1e-3;
/** µN/mm in a N/m. */
export const stiffnessPerSi = 1e3;
/** g/mm³ in a kg/m³. */
export const densityPerSi = 1e-6;
