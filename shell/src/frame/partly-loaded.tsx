export function PartlyLoaded() { return <p role="status">Parts of this page did not load. <a href="">Try again</a></p>; }
