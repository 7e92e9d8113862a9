"""What operators see and set: limits, metrics, notifications, administration, the load tool."""
