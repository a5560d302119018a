import type { Manifest } from '#resource';

type Shape = (manifest: Manifest) => Manifest;
const shapes: Shape[] = [];

/** Lets plugins change what pages are drawn from; the same for the same manifest. */
export const shapeManifests = (shape: Shape): void => void shapes.push(shape);

/** A manifest as the pages have it. */
export const shaped = (manifest: Manifest): Manifest => shapes.reduce((before, shape) => shape(before), manifest);
