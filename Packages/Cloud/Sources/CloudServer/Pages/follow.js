"use strict";

// Follows one ride: the cloud sends where the car is, and the streets around it.
const base = location.pathname.replace(/\/+$/, "");
const zoom = 14;
const tileSize = 512; // Pixels of the page, so that a street is seen as one.
const longestWait = 30000;
const element = (id) => document.getElementById(id);
const canvas = element("map");
const tiles = new Map();
let stream = null;
let failures = 0;
let hasEnded = false;
let car = null; // Where the car is drawn, and where it drives.
let target = null;

const headlines = {
  requested: (name) => `${name} waits for a driver`,
  accepted: (name) => `The car is on its way to ${name}`,
  arriving: (name) => `The car is almost at ${name}`,
  arrived: (name) => `The car is waiting for ${name}`,
  onTrip: (name) => `${name} is on the way`,
  completed: (name) => `${name} has arrived`,
  cancelled: () => "The ride was cancelled",
};

function show(ride) {
  const headline = headlines[ride.state];
  const text = headline ? headline(ride.name) : ride.name;
  if (element("headline").textContent !== text) element("headline").textContent = text;
  const seconds = ride.secondsUntilPickup ?? ride.secondsUntilDropoff;
  const minutes = seconds == null ? "" : `${Math.max(1, Math.ceil(seconds / 60))} min`;
  element("minutes").textContent = minutes;
  element("plate").textContent = ride.plate ?? "";
  element("connection").textContent = "";
  document.title = [ride.name, minutes].filter(Boolean).join(" · ");
  canvas.setAttribute("aria-label", `A map with the car. ${text}. ${minutes}`);
  target = ride.car ? project(ride.car) : null;
  if (!car || !target) car = target;
  if (ride.state === "completed" || ride.state === "cancelled") finish("");
  draw();
}

function finish(text) {
  hasEnded = true;
  stream?.close();
  if (text) {
    for (const id of ["minutes", "plate"]) element(id).textContent = "";
    element("headline").textContent = text;
    element("connection").textContent = "";
    car = target = null;
    draw();
  }
}

function open() {
  if (hasEnded || document.hidden) return;
  stream?.close();
  stream = new EventSource(`${base}/events`);
  stream.addEventListener("ride", (event) => {
    failures = 0;
    show(JSON.parse(event.data));
  });
  stream.onerror = () => {
    if (hasEnded) return;
    element("connection").textContent = "Connecting …";
    if (stream.readyState === EventSource.CLOSED) retry();
  };
}

// A browser gives up after any answer but 200, and after 204 for good.
async function retry() {
  const wait = Math.min(longestWait, 1000 * 2 ** failures) * (0.5 + Math.random() / 2);
  failures += 1;
  try {
    const answer = await fetch(`${base}/ride`);
    if (answer.status === 404) return finish("This link leads nowhere any more");
  } catch {
    // The next attempt comes after the wait.
  }
  setTimeout(open, wait);
}

// Web Mercator: tiles from the west and from the north.
function project({ latitude, longitude }) {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const count = 2 ** zoom;
  return {
    x: ((longitude + 180) / 360) * count,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count,
  };
}

// Encoded polyline with five digits.
function points(text) {
  const found = [];
  const position = [0, 0];
  let index = 0;
  while (index < text.length) {
    for (const axis of [0, 1]) {
      let [value, shift, part] = [0, 0, 0];
      do {
        part = text.charCodeAt(index++) - 63;
        value |= (part & 31) << shift;
        shift += 5;
      } while (part >= 32 && index < text.length);
      position[axis] += value & 1 ? ~(value >> 1) : value >> 1;
    }
    found.push(project({ latitude: position[0] / 1e5, longitude: position[1] / 1e5 }));
  }
  return found;
}

async function load(x, y) {
  const key = `${x}/${y}`;
  if (tiles.has(key)) return;
  tiles.set(key, null);
  try {
    const answer = await fetch(`${base}/map/${zoom}/${key}`);
    if (!answer.ok) throw new Error(answer.status);
    const tile = await answer.json();
    tiles.set(key, {
      streets: tile.streets.map(({ kind, line }) => ({ kind, line: points(line) })),
      areas: tile.areas.map(({ kind, rings }) => ({ kind, rings: rings.map(points) })),
    });
    if (tile.attribution) element("credit").textContent = tile.attribution;
    draw();
  } catch {
    setTimeout(() => tiles.delete(key), 5000);
  }
}

const widths = { local: 2, collector: 4, major: 6, motorway: 8 };

function draw() {
  const scale = devicePixelRatio || 1;
  const [width, height] = [innerWidth, innerHeight];
  if (canvas.width !== width * scale) canvas.width = width * scale;
  if (canvas.height !== height * scale) canvas.height = height * scale;
  const context = canvas.getContext("2d");
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = color("--land");
  context.fillRect(0, 0, width, height);
  if (!car) return;
  // The panel covers the lower part.
  const at = ({ x, y }) => [
    (x - car.x) * tileSize + width / 2, (y - car.y) * tileSize + height * 0.4,
  ];
  const trace = (line) => line.forEach((point, index) => {
    if (index) context.lineTo(...at(point));
    else context.moveTo(...at(point));
  });
  const reach = { x: width / 2 / tileSize, y: (height * 0.6) / tileSize };
  const shown = [];
  for (let x = Math.floor(car.x - reach.x); x <= Math.floor(car.x + reach.x); x += 1) {
    for (let y = Math.floor(car.y - reach.y); y <= Math.floor(car.y + reach.y); y += 1) {
      load(x, y);
      const tile = tiles.get(`${x}/${y}`);
      if (tile) shown.push(tile);
    }
  }
  for (const { kind, rings } of shown.flatMap((tile) => tile.areas)) {
    context.beginPath();
    rings.forEach(trace);
    context.fillStyle = color(kind === "water" ? "--water" : "--park");
    context.fill("evenodd");
  }
  context.lineCap = context.lineJoin = "round";
  for (const [edge, name] of [[2, "--edge"], [0, "--street"]]) {
    context.strokeStyle = color(name);
    for (const kind of Object.keys(widths)) {
      context.beginPath();
      for (const tile of shown) {
        for (const street of tile.streets) if (street.kind === kind) trace(street.line);
      }
      context.lineWidth = widths[kind] + edge;
      context.stroke();
    }
  }
  const [x, y] = at(car);
  context.beginPath();
  context.arc(x, y, 9, 0, 2 * Math.PI);
  context.fillStyle = color("--car");
  context.strokeStyle = color("--panel");
  context.lineWidth = 3;
  context.fill();
  context.stroke();
}

// The car drives to where it was seen last; those who want less motion see it there at once.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
function animate() {
  if (car && target && (car.x !== target.x || car.y !== target.y)) {
    const part = calm.matches ? 1 : 0.08;
    const near = Math.hypot(target.x - car.x, target.y - car.y) < 1e-6;
    car = near || part === 1 ? target
      : { x: car.x + (target.x - car.x) * part, y: car.y + (target.y - car.y) * part };
    draw();
  }
  requestAnimationFrame(animate);
}

addEventListener("resize", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
// A browser opens few connections to one server, over all tabs.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) stream?.close();
  else open();
});
open();
animate();
