declare const __REACT_ROUTER_VERSION__: string;
declare const __STYLED_COMPONENTS_VERSION__: string;
