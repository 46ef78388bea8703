/** Labels that stand as close together as they may, around the middle of where they belong. */
interface Cluster {
  readonly members: readonly number[];
  readonly middle: number;
}

/**
 * Moves labels apart that would overlap, each as little as can be, and keeps their order.
 * @param wanted where each belongs
 * @param space that a label takes; the whole has room for all of them
 * @param size of the whole: labels stand between 0 and this
 * @returns where each stands, in whole numbers and in the order of `wanted`
 */
export function spreadLabels(wanted: readonly number[], space: number, size: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((one, other) => at(wanted, one) - at(wanted, other));
  const clusters: Cluster[] = [];
  for (const index of order) {
    let cluster = clusterOf([index]);
    for (let before = clusters.at(-1); before && overlap(before, cluster); before = clusters.at(-1)) {
      clusters.pop();
      cluster = clusterOf([...before.members, ...cluster.members]);
    }
    clusters.push(cluster);
  }
  const places = new Array<number>(wanted.length).fill(0);
  for (const { members, middle } of clusters) {
    const top = middle - ((members.length - 1) * space) / 2;
    for (const [step, index] of members.entries()) places[index] = Math.round(top + step * space);
  }
  return places;

  function clusterOf(members: readonly number[]): Cluster {
    const mean = members.reduce((sum, index) => sum + at(wanted, index), 0) / members.length;
    const half = ((members.length - 1) * space) / 2;
    return { members, middle: Math.min(size - half, Math.max(half, mean)) };
  }

  function overlap(upper: Cluster, lower: Cluster): boolean {
    return lower.middle - upper.middle < ((upper.members.length + lower.members.length) / 2) * space;
  }
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}
