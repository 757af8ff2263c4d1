/**
 * Sums and products of decimal amounts. They calculate in ten-thousandths, because no currency has a smaller unit, and fractions would be
 * inexact.
 */

const parts = 10_000;
const inParts = (amount: string): number => Math.round(Number(amount) * parts);

export const exactProduct = (amount: string, quantity: number): number => (inParts(amount) * quantity) / parts;

export const exactDifference = (amount: string, less: string): number => (inParts(amount) - inParts(less)) / parts;

export const exactSum = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + inParts(amount), 0) / parts;
