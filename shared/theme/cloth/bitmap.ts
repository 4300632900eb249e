/** A tiny raster on the thread grid: one cell is one thread. Motifs are drawn on it and traced to one path. */

interface Edge {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly #cells: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#cells = new Uint8Array(width * height);
  }

  /** Sets one cell. Coordinates are cut to whole cells; what is outside is ignored. */
  set(x: number, y: number, on = true): this {
    const column = Math.trunc(x);
    const row = Math.trunc(y);
    if (column >= 0 && row >= 0 && column < this.width && row < this.height) {
      this.#cells[row * this.width + column] = on ? 1 : 0;
    }
    return this;
  }

  get(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && this.#cells[y * this.width + x] === 1;
  }

  rect(x: number, y: number, width: number, height: number, on = true): this {
    for (let j = y; j < y + height; j++) for (let i = x; i < x + width; i++) this.set(i, j, on);
    return this;
  }

  /** A rectangle's outline, `thickness` cells wide. */
  frame(x: number, y: number, width: number, height: number, thickness: number): this {
    return this.rect(x, y, width, thickness)
      .rect(x, y + height - thickness, width, thickness)
      .rect(x, y, thickness, height)
      .rect(x + width - thickness, y, thickness, height);
  }

  /** Calls `cell` for every cell: true or false sets it, undefined leaves it. */
  each(cell: (x: number, y: number) => boolean | undefined): this {
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const on = cell(x, y);
        if (on !== undefined) this.set(x, y, on);
      }
    }
    return this;
  }

  /** Copies the set cells of another bitmap. */
  put(other: Bitmap, left: number, top: number): this {
    for (let y = 0; y < other.height; y++) {
      for (let x = 0; x < other.width; x++) if (other.get(x, y)) this.set(left + x, top + y);
    }
    return this;
  }

  /** The same drawing, each cell as a square of `times` × `times` cells. */
  enlarged(times: number): Bitmap {
    return new Bitmap(this.width * times, this.height * times).each((x, y) =>
      this.get(Math.trunc(x / times), Math.trunc(y / times)),
    );
  }

  /**
   * The outlines of every island and hole, walked clockwise, as one SVG path of relative moves, in thread units.
   * @param cell size of one cell in threads
   */
  path(cell = 1, left = 0, top = 0): string {
    const edges = this.#edges();
    const at = (x: number, y: number): number => y * (this.width + 1) + x;
    let path = '';
    let penX = 0;
    let penY = 0;
    for (const list of edges.values()) {
      for (let edge = list.pop(); edge; edge = list.pop()) {
        const startX = left + edge.x * cell;
        const startY = top + edge.y * cell;
        const runs: [dx: number, dy: number, length: number][] = [];
        let run = 0;
        let [runX, runY] = [edge.dx, edge.dy];
        let { x, y, dx, dy } = edge;
        for (;;) {
          if (dx === runX && dy === runY) run++;
          else {
            runs.push([runX, runY, run]);
            run = 1;
            [runX, runY] = [dx, dy];
          }
          x += dx;
          y += dy;
          const next = edges.get(at(x, y));
          if (!next?.length) break;
          // Where two islands touch at a corner, turning right keeps each outline its own.
          const turn =
            next.length > 1
              ? Math.max(
                  0,
                  next.findIndex((e) => e.dx === -runY && e.dy === runX),
                )
              : 0;
          [{ dx, dy }] = next.splice(turn, 1) as [Edge];
        }
        const gap = startY - penY < 0 ? '' : ' ';
        path += `${path ? 'm' : 'M'}${startX - penX}${gap}${startY - penY}`;
        path += runs.map(([h, v, length]) => (h ? `h${h * length * cell}` : `v${v * length * cell}`)).join('') + 'z';
        [penX, penY] = [startX, startY];
      }
    }
    return path;
  }

  /** Border edges of set cells by their starting corner, each with the set cell on its right. */
  #edges(): Map<number, Edge[]> {
    const edges = new Map<number, Edge[]>();
    const add = (x: number, y: number, dx: number, dy: number): void => {
      const key = y * (this.width + 1) + x;
      const list = edges.get(key);
      if (list) list.push({ x, y, dx, dy });
      else edges.set(key, [{ x, y, dx, dy }]);
    };
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        if (!this.get(x, y)) continue;
        if (!this.get(x, y - 1)) add(x, y, 1, 0);
        if (!this.get(x + 1, y)) add(x + 1, y, 0, 1);
        if (!this.get(x, y + 1)) add(x + 1, y + 1, -1, 0);
        if (!this.get(x - 1, y)) add(x, y + 1, 0, -1);
      }
    }
    return edges;
  }
}
