// Highcharts' keyboard and screen reader support. A separate file, so that it is evaluated in a task of its own.
import "highcharts/esm/modules/accessibility.js";
